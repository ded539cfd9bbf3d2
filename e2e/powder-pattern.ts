import { readFileSync } from 'node:fs'

/**
 * The file that the laboratory uploads in the journeys: a generated pattern, or the instrument's file named by XRD_FILE. Measured files
 * belong to those who measured them, so none is in this repository.
 */
export function uploadedPattern(): Buffer {
  return process.env.XRD_FILE ? readFileSync(process.env.XRD_FILE) : powderPattern()
}

/** A diffraction pattern of rock salt in two columns (2θ in degrees, counts), as instruments write it. */
export function powderPattern(): Buffer {
  const peaks = [
    [27.4, 130],
    [31.7, 1000],
    [45.4, 620],
    [53.9, 50],
    [56.5, 190],
  ] as const
  const lines: string[] = []
  for (let angle = 20; angle < 60; angle += 0.04) {
    const counts = peaks.reduce((sum, [at, height]) => sum + height / (1 + ((angle - at) / 0.12) ** 2), 20)
    lines.push(`${angle.toFixed(4)}\t${Math.round(counts)}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
