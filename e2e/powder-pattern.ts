import { readFileSync } from 'node:fs'

/**
 * What the lab uploads in the journeys: our own pattern, or the file of a real instrument that XRD_FILE names. Measured files
 * belong to those who measured them, so none stands in this repository.
 */
export function uploadedPattern(): Buffer {
  return process.env.XRD_FILE ? readFileSync(process.env.XRD_FILE) : powderPattern()
}

/** A diffraction pattern of rock salt in two columns, 2θ in degrees and counts, as instruments write it. */
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
