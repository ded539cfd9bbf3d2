/** The URL of an image: a name is relative to the image base (a setting), a full URL stays as it is. */
export function imageUrl(base: string, img: string): string {
  if (/^(https?:)?\//.test(img)) return img
  return `${base.replace(/\/+$/, '')}/${img}`
}
