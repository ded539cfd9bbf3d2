/** The part of JSON Schema that the OpenAPI document uses for input. */
export interface InputSchema {
  type?: string | string[]
  properties?: Record<string, InputSchema>
  required?: string[]
  items?: InputSchema
  anyOf?: InputSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  exclusiveMinimum?: number
  minItems?: number
}

/** An input to begin with: what is required, with values of the right type, and the page of a list. */
export function exampleOf(schema: InputSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([name, field]) =>
              name === 'page' || name === 'size' || (isNeeded(schema, name) && field.default === undefined),
          )
          .map(([name, field]) => [name, exampleOf(field)]),
      )
    case 'array':
      return schema.items && (schema.minItems ?? 0) > 0 ? [exampleOf(schema.items)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
    case 'boolean':
      return false
    case 'string':
      return ''
    default:
      return null
  }
}

function isNeeded({ required = [] }: InputSchema, name: string): boolean {
  return required.includes(name)
}

/** The call as a command of a terminal. `key` is shown as it is given. */
export function curlOf(path: string, key: string, body: string, idempotent: boolean): string {
  return [
    `curl ${path}`,
    `  -H "Authorization: Bearer ${key}"`,
    `  -H "Content-Type: application/json"`,
    ...(idempotent ? ['  -H "Idempotency-Key: $(uuidgen)"'] : []),
    `  -d '${body.replaceAll("'", "'\\''")}'`,
  ].join(' \\\n')
}
