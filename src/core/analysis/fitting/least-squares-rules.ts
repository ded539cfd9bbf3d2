import { dependent, dot, inverse, solve } from './linear-rules.ts'

export interface CurveModel {
  x: readonly number[]
  y: readonly number[]
  /** The curve for given parameters, at all positions. */
  model: (parameters: readonly number[]) => readonly number[]
  /** Relative standard deviations of the values, where they differ; a value counts by the square of the inverse. */
  deviations?: readonly number[]
  initial: readonly number[]
  least?: readonly number[]
  most?: readonly number[]
  /** Stops after so many steps that improved the fit. */
  mostSteps?: number
}

export interface CurveFit {
  parameters: number[]
  /** One standard deviation from the covariance; NaN for a parameter at its limit or one that the data do not determine. */
  errors: number[]
  /** Whether the minimum was reached. Without it the parameters mean nothing. */
  converged: boolean
  /** Whether the data determine all parameters that are not at a limit. */
  determined: boolean
  atLimit: boolean[]
  iterations: number
  /** Of the residuals, each divided by its deviation. */
  sumOfSquares: number
  freedom: number
  /** Values minus curve, and the derivatives of the curve by each parameter, at the end and divided by the deviations. */
  residuals: number[]
  slopes: number[][]
}

const MOST_ITERATIONS = 300

/**
 * Levenberg–Marquardt with limits (Marquardt 1963; damping scaled as Moré 1978 does). A step that does not improve the fit is taken
 * back. Parameters at a limit that want to leave it rest. Converged means that the residual is orthogonal to every free parameter.
 */
export function fitCurve(task: CurveModel): CurveFit {
  const least = task.least ?? task.initial.map(() => Number.NEGATIVE_INFINITY)
  const most = task.most ?? task.initial.map(() => Number.POSITIVE_INFINITY)
  const within = (p: readonly number[]) =>
    p.map((value, i) => Math.min(Math.max(value, least[i] as number), most[i] as number))
  let p = within(task.initial)
  let rest = residual(task, p)
  let error = squares(rest)
  const negligible = 1e-24 * squares(task.y.map((value, i) => value / (task.deviations?.[i] ?? 1)))
  let damping = 1e-3
  let iterations = 0
  let steps = 0
  let still = error <= negligible
  let slopes = jacobian(task, p)
  const scale: number[] = []
  while (!still && iterations < MOST_ITERATIONS && steps < (task.mostSteps ?? MOST_ITERATIONS) && damping < 1e15) {
    iterations++
    const free = freeOnes(p, slopes, rest, least, most)
    if (free.length === 0) break
    for (const [i, column] of slopes.entries()) scale[i] = Math.max(scale[i] ?? 0, squares(column))
    const step = dampedStep(slopes, rest, free, { damping, scale })
    const next = within(p.map((value, i) => value + (step?.[free.indexOf(i)] ?? 0)))
    const nextRest = residual(task, next)
    const nextError = squares(nextRest)
    if (!step || !(nextError < error)) {
      // At the minimum no step improves any more; the test of orthogonality decides what this is.
      const moved = next.some((value, i) => Math.abs(value - (p[i] as number)) > 1e-12 * (Math.abs(value) + 1e-12))
      if (!moved && step) break
      damping *= 8
      continue
    }
    still = nextError <= negligible || (error - nextError < 1e-12 * error && damping < 1)
    steps++
    p = next
    rest = nextRest
    error = nextError
    damping = Math.max(damping / 6, 1e-12)
    slopes = jacobian(task, p)
  }
  return summary({ p, rest, error, slopes, iterations, negligible, least, most })
}

function summary(end: {
  p: number[]
  rest: number[]
  error: number
  slopes: number[][]
  iterations: number
  negligible: number
  least: readonly number[]
  most: readonly number[]
}): CurveFit {
  const { p, rest, error, slopes, least, most } = end
  const free = freeOnes(p, slopes, rest, least, most)
  const freedom = rest.length - free.length
  const finite = p.every(Number.isFinite) && Number.isFinite(error)
  const converged = finite && (error <= end.negligible || free.every((i) => angle(slopes[i] as number[], rest) < 1e-4))
  const covariance = inverseOfNormal(free.map((i) => slopes[i] as number[]))
  const variance = freedom > 0 ? error / freedom : Number.NaN
  return {
    parameters: p,
    errors: p.map((_, i) =>
      free.includes(i) ? Math.sqrt((covariance?.[free.indexOf(i)] ?? Number.NaN) * variance) : Number.NaN,
    ),
    converged,
    determined: covariance !== undefined,
    atLimit: p.map((value, i) => value === least[i] || value === most[i]),
    iterations: end.iterations,
    sumOfSquares: error,
    freedom,
    residuals: rest,
    slopes,
  }
}

/** The diagonal of the inverse of JᵀJ, scaled so that parameters of different size do not spoil it. */
function inverseOfNormal(columns: readonly number[][]): number[] | undefined {
  const sizes = columns.map((column) => Math.sqrt(squares(column)))
  if (sizes.some((size) => !(size > 0))) return undefined
  const normal = columns.map((a, i) => columns.map((b, j) => dot(a, b) / ((sizes[i] as number) * (sizes[j] as number))))
  const inverted = inverse(normal, dependent)
  const diagonal = inverted?.map((row, i) => (row[i] as number) / (sizes[i] as number) ** 2)
  const conditioned = inverted?.every((row, i) => (row[i] as number) > 0 && (row[i] as number) < 1e10)
  return conditioned ? diagonal : undefined
}

function dampedStep(
  slopes: number[][],
  rest: number[],
  free: number[],
  { damping, scale }: { damping: number; scale: number[] },
): number[] | undefined {
  const columns = free.map((i) => slopes[i] as number[])
  const normal = columns.map((a, i) =>
    columns.map((b, j) => dot(a, b) + (i === j ? damping * (scale[free[i] as number] as number) : 0)),
  )
  const sizes = normal.map((row, i) => Math.sqrt(row[i] as number) || 1)
  const scaled = normal.map((row, i) => row.map((value, j) => value / ((sizes[i] as number) * (sizes[j] as number))))
  for (const [i, row] of scaled.entries()) if (row[i] === 0) row[i] = 1
  const step = solve(
    scaled,
    columns.map((column, i) => dot(column, rest) / (sizes[i] as number)),
    dependent,
  )
  return step?.map((value, i) => value / (sizes[i] as number))
}

/** Parameters that may move: not those at a limit which the fit would push over it. */
function freeOnes(
  p: readonly number[],
  slopes: readonly number[][],
  rest: readonly number[],
  least: readonly number[],
  most: readonly number[],
): number[] {
  return p.flatMap((value, i) => {
    if (least[i] === most[i]) return []
    const push = dot(slopes[i] as number[], rest)
    return (value <= (least[i] as number) && push < 0) || (value >= (most[i] as number) && push > 0) ? [] : [i]
  })
}

function residual({ y, model, deviations }: CurveModel, p: readonly number[]): number[] {
  const values = model(p)
  return y.map((value, i) => (value - (values[i] as number)) / (deviations?.[i] ?? 1))
}

/** Columns of derivatives by central differences. */
function jacobian({ model, deviations }: CurveModel, p: readonly number[]): number[][] {
  return p.map((value, i) => {
    const step = 6e-6 * (Math.abs(value) || 1e-3)
    const above = model(p.with(i, value + step))
    const below = model(p.with(i, value - step))
    return above.map((one, k) => (one - (below[k] as number)) / (2 * step * (deviations?.[k] ?? 1)))
  })
}

/** Cosine of the angle between the residual and the derivative by a parameter: zero at the minimum. */
function angle(column: readonly number[], rest: readonly number[]): number {
  return Math.abs(dot(column, rest)) / (Math.sqrt(squares(column) * squares(rest)) || 1)
}

function squares(values: readonly number[]): number {
  return dot(values, values)
}
