"""stub"""
def floating(field, place, level): 
    from engine.pairing.draft import fact
    return fact("floats", player=field.ids[place])
def of_bye(*a): return ()
def of_all(g): return {}
def of_group(d): return []
def of_leaving(d): return {}
def of_mixed(*a): return ()
def of_pair(*a): return ()
