/**
 * The template code of a message: `order.approve` uses the template of that name, otherwise that of `order`, otherwise `notice`. Codes and
 * messages about a phone number differ from notices, so they never use `notice`.
 */
export function templateFor(codes: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = codes[name]
  const dot = name.lastIndexOf('.')
  if (found !== undefined || dot >= 0) return found ?? templateFor(codes, name.slice(0, dot))
  return name === 'code' || name === 'phone' ? undefined : codes.notice
}
