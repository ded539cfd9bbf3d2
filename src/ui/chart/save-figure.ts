import { figureSize } from './figure-svg.ts'

const PIXELS_PER_UNIT = 2

/** The drawing as pixels, drawn by the browser itself. */
export async function pngOf(
  svg: string,
  { width, height } = figureSize,
  pixelsPerUnit = PIXELS_PER_UNIT,
): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * pixelsPerUnit
  canvas.height = height * pixelsPerUnit
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

/** A name without characters that a file system refuses. */
export function fileName(title: string): string {
  return title.replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '_').slice(0, 80) || '谱图'
}
