"""What a page or file holds: records, fields, forms, sections. Pure: no crawler, browser, disk or network."""
