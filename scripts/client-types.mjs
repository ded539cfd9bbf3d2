// The types of the client package, written from the OpenAPI document: the calls that a key may make.

/**
 * @param {{ paths: Record<string, { post?: object }> }} document
 * @returns {string} packages/client/src/calls.ts
 */
export function clientTypes(document) {
  const calls = Object.entries(document.paths)
    .filter(([path, { post }]) => path.startsWith('/api/auth/') && post?.security?.some((one) => 'apiKey' in one))
    .map(([path, { post }]) => ({ name: path.slice('/api/auth/'.length), post }))
  const idempotent = calls.filter(({ post }) => post.parameters?.some(({ name }) => name === 'Idempotency-Key'))
  return `// Written by scripts/generate.mjs from the API; do not edit.

/** The calls that a key may make, by their path below \`/api/auth/\`. Money is in fen, times are Beijing time. */
export interface Calls {
${calls.map(callText).join('\n')}
}

/** Calls that create something: they are sent with an idempotency key. */
export const idempotentCalls: readonly (keyof Calls)[] = [${idempotent.map(({ name }) => `'${name}'`).join(', ')}]
`
}

function callText({ name, post }) {
  const input = post.requestBody.content['application/json'].schema
  const { data } = post.responses['200'].content['application/json'].schema.properties
  return `  /** ${post.summary}。${post.description} */
  '${name}': {
    input: ${typeText(input, '    ', true)}
    output: ${typeText(data, '    ', false)}
  }`
}

/**
 * A JSON Schema as TypeScript, for the part of JSON Schema that the contracts use.
 * @param {boolean} sent of an input: a property with a default may be left out
 */
export function typeText(schema, indent, sent) {
  if (schema === undefined || Object.keys(schema).length === 0) return 'unknown'
  const inner = (one) => typeText(one, indent, sent)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return [...new Set(parts.map(inner))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => `(${inner(one)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => inner({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectText(schema, indent, sent)
    case 'array':
      return schema.prefixItems ? `[${schema.prefixItems.map(inner).join(', ')}]` : `(${inner(schema.items ?? {})})[]`
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case undefined:
      // No condition on the value.
      return 'unknown'
    default:
      throw new Error(`no TypeScript for ${JSON.stringify(schema).slice(0, 200)}`)
  }
}

function objectText({ properties = {}, required = [], additionalProperties }, indent, sent) {
  const names = Object.keys(properties)
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeText(additionalProperties, indent, sent)}>`
      : 'Record<string, never>'
  const deeper = `${indent}  `
  const lines = names.map((name) => {
    const schema = properties[name]
    const optional = !required.includes(name) || (sent && 'default' in schema)
    const comment = schema.description ? `${deeper}/** ${schema.description} */\n` : ''
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    return `${comment}${deeper}${key}${optional ? '?' : ''}: ${typeText(schema, deeper, sent)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}
