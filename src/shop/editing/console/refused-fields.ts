import type { ApiError } from '../../../platform/client/transport.ts'

/** The messages of a refusal by the names of the form's fields. */
export function fieldsOf({ fields }: ApiError): Record<string, string> {
  const named = Object.entries(fields).map(([path, text]) => [path.replace(/^data\./, ''), text])
  return Object.fromEntries(named)
}
