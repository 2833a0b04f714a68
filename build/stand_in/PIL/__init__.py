"""Stands in a bundle where Pillow would: ReportLab asks for it at once, and no document here holds a picture.

Without it a double-click file is a fifth smaller, and each start unpacks a fifth less.
"""
