"""Random but plausible tournaments and what they tell about a pairing system. ``engine.simulate`` is the door.

The order of a reading: ``plan`` is what is asked, ``chance`` what happens to the players, ``tournament`` plays the rounds, ``figures``
measures what came out with ``correlation``, ``caselist`` writes the rounds as cases of a case file.
"""
