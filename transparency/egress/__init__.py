"""Where the program may connect to: a filtering proxy in front of both Scrapy and Chromium."""
