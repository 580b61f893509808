"""Which criterion and item a record set serves, and the verdict. Pure, over what ``extract`` found."""
