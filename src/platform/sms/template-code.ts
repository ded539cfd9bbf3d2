/**
 * `order.approve` is sent by the template of that name, else by that of `order`, else by that of all notices. A code and a message about a phone
 * say something else than a notice, so there is no way from them to its template.
 */
export function templateFor(codes: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = codes[name]
  const dot = name.lastIndexOf('.')
  if (found !== undefined || dot >= 0) return found ?? templateFor(codes, name.slice(0, dot))
  return name === 'code' || name === 'phone' ? undefined : codes.notice
}
