/** Address of an image: a name is under the site's image base (a setting), a whole address stays as it is. */
export function imageUrl(base: string, img: string): string {
  if (/^(https?:)?\//.test(img)) return img
  return `${base.replace(/\/+$/, '')}/${img}`
}
