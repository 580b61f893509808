document.querySelectorAll('.menu-item-has-children > a').forEach(function (a) { a.addEventListener('click', function (e) { e.preventDefault(); a.parentNode.classList.toggle('toggled'); }); });
