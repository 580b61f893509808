"""What is new since the audits before, and how people hear of it without looking: e-mail, webhook, Atom."""
