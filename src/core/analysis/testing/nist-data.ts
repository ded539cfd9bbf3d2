// NIST Statistical Reference Datasets, nonlinear regression (public domain): Eckerle4, level of difficulty "higher", a Gaussian peak.
// https://www.itl.nist.gov/div898/strd/nls/data/eckerle4.shtml
export const eckerle = {
  x: [
    400, 405, 410, 415, 420, 425, 430, 435, 436.5, 438, 439.5, 441, 442.5, 444, 445.5, 447, 448.5, 450, 451.5, 453,
    454.5, 456, 457.5, 459, 460.5, 462, 463.5, 465, 470, 475, 480, 485, 490, 495, 500,
  ],
  y: [
    0.0001575, 0.0001699, 0.000235, 0.0003102, 0.0004917, 0.000871, 0.0017418, 0.00464, 0.0065895, 0.0097302, 0.0149002,
    0.023731, 0.0401683, 0.0712559, 0.1264458, 0.2073413, 0.2902366, 0.3445623, 0.3698049, 0.3668534, 0.3106727,
    0.2078154, 0.1164354, 0.0616764, 0.03372, 0.0194023, 0.0117831, 0.0074357, 0.0022732, 0.00088, 0.0004579, 0.0002345,
    0.0001586, 0.0001143, 0.000071,
  ],
}
export const peak = ([b1, b2, b3]: readonly number[]) =>
  eckerle.x.map(
    (x) => ((b1 as number) / (b2 as number)) * Math.exp(-0.5 * ((x - (b3 as number)) / (b2 as number)) ** 2),
  )

// The same, level of difficulty "lower": Misra1a, y = b₁(1 − exp(−b₂x)). https://www.itl.nist.gov/div898/strd/nls/data/misra1a.shtml
export const misra = {
  x: [77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0],
  y: [10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.4, 75.47, 81.78],
}
export const saturation = ([b1, b2]: readonly number[]) =>
  misra.x.map((x) => (b1 as number) * (1 - Math.exp(-(b2 as number) * x)))
