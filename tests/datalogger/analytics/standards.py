"""The figures of standards.test.ts, computed by other means: numpy's singular values, complex phasors, sums of each quarter. Prints them."""
import cmath
import math
import numpy as np

# IEC 61724-1: PR, and PR at 25 degrees with every quarter weighted by itself. 99.84 kWp, -0.35 %/K.
quarters = [(250 + 25 * (n % 31), 14 + 1.3 * (n % 29)) for n in range(48)]
peak, gamma = 99.84, -0.0035
energy = sum(0.25 * peak * g / 1000 * 0.86 * (1 + gamma * (t - 25)) for g, t in quarters)
reference = sum(0.25 * peak * g / 1000 for g, _ in quarters)
corrected = sum(0.25 * peak * g / 1000 * (1 + gamma * (t - 25)) for g, t in quarters)
heat = sum(g * t for g, t in quarters) / sum(g for g, _ in quarters)
print('energy', energy, 'reference', reference, 'mean temperature', heat)
print('PR', 100 * energy / reference, 'PR25', 100 * energy / corrected)

# ASTM E2848: P = E (a1 + a2 E + a3 T + a4 v), at 60 % of the light (E2939), within 20 % of it.
points = []
for n in range(160):
    light, air, wind = 560 + 3.5 * ((37 * n) % 160), 18 + 0.9 * ((13 * n) % 17), 0.5 + 0.6 * ((7 * n) % 11)
    noise = ((n * 7919) % 101 - 50) / 50
    power = light * (0.082 - 6e-6 * light - 1.7e-4 * air + 4e-4 * wind) + 0.8 * noise
    expected = light * (0.086 - 6e-6 * light - 1.8e-4 * air + 4e-4 * wind) + 0.1 * (((n * 104729) % 97 - 48) / 48)
    points.append((light, air, wind, power, expected))
data = np.array(points)
at = np.sort(data[:, 0])[int(math.floor(0.6 * (len(data) - 1)))]
used = data[np.abs(data[:, 0] / at - 1) <= 0.2]
light, air, wind = used[:, 0], used[:, 1], used[:, 2]
columns = np.column_stack([light, light**2, light * air, light * wind])
where = np.array([at, at * at, at * air.mean(), at * wind.mean()])


def fitted(values):
    coefficients, _, _, _ = np.linalg.lstsq(columns, values, rcond=None)
    rest = values - columns @ coefficients
    variance = rest @ rest / (len(rest) - 4)
    q, r = np.linalg.qr(columns)
    leverage = np.sum(np.linalg.solve(r.T, where) ** 2)
    like = min(0.95, max(0.0, float(rest[:-1] @ rest[1:] / (rest @ rest))))
    return float(where @ coefficients), math.sqrt(variance * leverage * (1 + like) / (1 - like))


(made, made_error), (wanted, wanted_error) = fitted(used[:, 3]), fitted(used[:, 4])
print('used', len(used), 'light', at, 'air', air.mean(), 'wind', wind.mean())
print('measured', made, 'expected', wanted, 'ratio', 100 * made / wanted)
print('regression', 100 * math.hypot(made_error / made, wanted_error / wanted))

# Instruments: pyranometer of class B, calibrated 500 days ago; meter of class 1; 2 K at -0.38 %/K.
print('doubt', math.sqrt(8**2 + (500 / 365.25 * 1.5) ** 2 + 1**2 + 0.76**2))

# EN 50160: a week of means between lines, V; the sequences of the triangle that they make.
ua, ub, uc, unbalance = [], [], [], []
turn = cmath.exp(2j * math.pi / 3)
for n in range(1008):
    a, b, c = (398 + 45 * math.sin(n / 50), 401 + 30 * math.sin(n / 60), 396 + 31 * math.sin(n / 55))
    ua.append(a)
    ub.append(b)
    uc.append(c)
    # Sides of a triangle as phasors that add up to nothing.
    one = complex(a, 0)
    x = (c * c - a * a - b * b) / (2 * a)
    two = complex(x, -math.sqrt(b * b - x * x))
    three = -one - two
    positive = abs(one + turn * two + turn**2 * three) / 3
    negative = abs(one + turn**2 * two + turn * three) / 3
    unbalance.append(100 * negative / positive)
for name, values in (('uab', ua), ('ubc', ub), ('uca', uc)):
    inside = 100 * sum(abs(v / 400 - 1) <= 0.1 for v in values) / 1008
    outer = 100 * sum(0.85 <= v / 400 <= 1.1 for v in values) / 1008
    print(name, min(values), max(values), inside, outer)
unbalance.sort()
print('unbalance 95 %', unbalance[math.ceil(0.95 * 1008) - 1], 'most', unbalance[-1])
print('within 2 %', 100 * sum(u <= 2 for u in unbalance) / 1008)
