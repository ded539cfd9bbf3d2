/** The curves of one file and what is known of their measurement, as the writers of open formats take them. Unknown texts are empty. */
export interface Written {
  /** The name of the data file. */
  name: string
  curves: readonly { label: string; x: readonly number[]; y: readonly number[]; total?: number | undefined }[]
  xLabel: string
  yLabel: string
  projectNames: readonly string[]
  sampleNo: string
  sampleName: string
  instrument: string
  laboratory: string
  /** When the measurement began, `YYYY-MM-DD HH:mm:ss` Beijing time. */
  measuredAt: string
}

/** Whether every point of the file is in these curves. */
export function isComplete({ curves }: Pick<Written, 'curves'>): boolean {
  return curves.every(({ x, total }) => total === undefined || total <= x.length)
}

/** The shortest decimal text that reads back as the same number. */
export function decimal(value: number): string {
  return String(value)
}
