// Checks a manifest against the Kubernetes API as the package kubernetes-models has it. Its validators check types, values and required fields, but let
// unknown fields pass, as the API does unless it is asked to be strict; so these are found by the declarations of the package.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT } from '../provision.mjs'

const MODELS = join(PROJECT, 'node_modules/kubernetes-models')
const fieldsByFile = new Map()

/** @returns {Promise<string[]>} what is wrong with types, values and required fields */
export async function validationFaults(data) {
  const file = pathToFileURL(join(MODELS, data.apiVersion, `${data.kind}.js`))
  const model = await import(/* @vite-ignore */ file.href)
  try {
    new model[data.kind](data).validate()
    return []
  } catch (error) {
    return [error.message]
  }
}

/** @returns {string[]} the paths of fields that the API does not have */
export function unknownFields(data) {
  const file = join(MODELS, data.apiVersion, `${data.kind}.d.ts`)
  return unknownIn(data, file, '')
}

function unknownIn(value, file, path) {
  const fields = fieldsOf(file)
  return Object.entries(value).flatMap(([name, of]) => {
    const at = path ? `${path}.${name}` : name
    const next = fields.get(name)
    if (next === undefined) return [at]
    if (next === null || of === null || typeof of !== 'object') return []
    if (!Array.isArray(of)) return unknownIn(of, next, at)
    return of.flatMap((each, index) => (typeof each === 'object' ? unknownIn(each, next, `${at}.${index}`) : []))
  })
}

/** The fields of the interface in a declaration file: the file of their type, or null for a plain value and for a map with free names. */
function fieldsOf(file) {
  const known = fieldsByFile.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const body = /export interface \w+[^{]*\{\n([^]*?)\n\}/.exec(text)?.[1] ?? ''
  const from = new Map([...text.matchAll(/^import \{ (\w+) \} from "([^"]+)"/gm)].map(([, name, path]) => [name, path]))
  const declared = [...body.matchAll(/^ {4}"([^"]+)"\??: (.+?);?$/gm)].map(([, name, type]) => {
    const path = from.get(/^(?:Array<)?(\w+)>?$/.exec(type)?.[1])
    return [name, path === undefined ? null : withInterface(fileOf(path, file))]
  })
  const fields = new Map(declared)
  fieldsByFile.set(file, fields)
  return fields
}

function fileOf(path, from) {
  if (path.startsWith('.')) return join(dirname(from), path.replace(/\.js$/, '.d.ts'))
  const [scope, name, ...rest] = path.split('/')
  const home = join(dirname(MODELS), scope, name)
  return join(home, `${rest.join('/').replace(/\.js$/, '')}.d.ts`)
}

/** Some types are another name for a text or a number, such as a quantity. */
function withInterface(file) {
  return /export interface /.test(readFileSync(file, 'utf8')) ? file : null
}
