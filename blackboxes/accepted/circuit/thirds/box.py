def describe() -> dict:
    return {"inputs": 8, "gates": 67}


def blackbox(bits: list[int]) -> list[int]:
    bits = [int(b) for b in bits]

    # x1: gate 1 is Z; O is the wire itself, there is no T yet
    z = 1 - bits[0]
    o = bits[0]
    gates = [z]

    # x2: gates 2 to 7
    x = bits[1]
    n = 1 - x
    z_and_n = z & n
    o_and_x = o & x
    new_z = z_and_n | o_and_x
    new_o = z & x
    new_t = o & n
    gates += [n, z_and_n, o_and_x, new_z, new_o, new_t]
    z, o, t = new_z, new_o, new_t

    # x3 to x8: ten gates each
    for x in bits[2:]:
        n = 1 - x
        z_and_n = z & n
        o_and_x = o & x
        new_z = z_and_n | o_and_x
        z_and_x = z & x
        t_and_n = t & n
        new_o = z_and_x | t_and_n
        o_and_n = o & n
        t_and_x = t & x
        new_t = o_and_n | t_and_x
        gates += [
            n,
            z_and_n, o_and_x, new_z,
            z_and_x, t_and_n, new_o,
            o_and_n, t_and_x, new_t,
        ]
        z, o, t = new_z, new_o, new_t

    return gates
