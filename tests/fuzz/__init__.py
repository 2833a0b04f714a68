"""Long searches, run by ``make fuzz``; plain pytest does not collect them."""
