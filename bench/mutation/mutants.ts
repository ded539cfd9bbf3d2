import { parseAst } from 'rolldown/parseAst'
import { sqlMutants } from './sql-mutants.ts'

/** One small wrong change of a source. */
export interface Mutant {
  /** Where the replaced text begins and ends, in characters of the source. */
  from: number
  to: number
  text: string
  line: number
  /** Such as `< to <=`. */
  change: string
  /** The innermost function with a name around it; undefined for code that runs when the module is loaded. */
  inside: string | undefined
}

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

interface Replacement {
  from: number
  to: number
  text: string
  change: string
}

const SWAPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
}
const METHODS: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
}
/** What these hold is no behaviour: types, names of modules, texts of errors for programmers. */
const SKIPPED = /^(TS|Import|Export(All|Named)Specifier|ThrowStatement$)/

/** All mutants of a TypeScript source, in the order of the text. */
export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = []
  const visit = (value: unknown, inside: string | undefined, named: string | undefined): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, inside, undefined))
    if (!isNode(value)) return
    if (SKIPPED.test(value.type) && !/^TS(As|Satisfies|NonNull)Expression$/.test(value.type)) return
    const within = isFunction(value) ? (nameOf(value.id) ?? named ?? inside) : inside
    for (const each of replacementsOf(value, source))
      found.push({ ...each, line: source.slice(0, each.from).split('\n').length, inside: within })
    for (const [part, child] of Object.entries(value)) {
      if (part === 'typeAnnotation' || (part === 'key' && value.computed !== true)) continue
      visit(child, within, part === 'init' || part === 'value' ? nameOf(value.id ?? value.key) : undefined)
    }
  }
  visit(parseAst(source, { lang: 'ts' }), undefined, undefined)
  return found.toSorted((a, b) => a.from - b.from)
}

export function applied(source: string, { from, to, text }: Pick<Mutant, 'from' | 'to' | 'text'>): string {
  return source.slice(0, from) + text + source.slice(to)
}

function replacementsOf(node: Node, source: string): Replacement[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorOf(node, source)
    case 'UnaryExpression':
      return node.operator === '!' ? [whole(node, textOf(node.argument as Node), 'no „not“')] : []
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node.test as Node
      // For these the operator itself is turned round.
      return /^(Binary|Unary)/.test(test.type) ? [] : [whole(test, `!(${textOf(test)})`, 'condition negated')]
    }
    case 'Literal':
      return literalOf(node)
    case 'ExpressionStatement':
      return isCall(node.expression) ? [whole(node, ';', 'call left out')] : []
    case 'CallExpression':
      return methodOf(node)
    case 'TaggedTemplateExpression':
      return nameOf(node.tag) === 'sql' ? sqlMutants(textOf(node.quasi as Node), (node.quasi as Node).start) : []
    default:
      return []
  }
}

function operatorOf(node: Node, source: string): Replacement[] {
  const operator = String(node.operator)
  const [left, right] = [node.left as Node, node.right as Node]
  const other = SWAPPED[operator]
  // Texts are joined by +, which has no other direction.
  const joinsText =
    operator === '+' && [left, right].some((side) => side.type === 'TemplateLiteral' || typeof side.value === 'string')
  if (!other || joinsText) return []
  const from = left.end + source.slice(left.end, right.start).indexOf(operator)
  return [{ from, to: from + operator.length, text: other, change: `${operator} to ${other}` }]
}

function literalOf(node: Node): Replacement[] {
  if (typeof node.value === 'boolean') return [whole(node, String(!node.value), `${node.value} to ${!node.value}`)]
  if (typeof node.value === 'number') return [whole(node, String(node.value + 1), `${node.value} to ${node.value + 1}`)]
  return []
}

function methodOf(node: Node): Replacement[] {
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression' || callee.computed) return []
  const property = callee.property as Node
  const name = nameOf(property) ?? ''
  const other = METHODS[name]
  if (other) return [whole(property, other, `${name} to ${other}`)]
  if (name !== 'filter') return []
  return [{ from: (callee.object as Node).end, to: node.end, text: '', change: 'filter left out' }]
}

function whole({ start, end }: Node, text: string, change: string): Replacement {
  return { from: start, to: end, text, change }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function isFunction({ type }: Node): boolean {
  return /Function/.test(type)
}

function isCall(value: unknown): boolean {
  const node = value as Node
  return node.type === 'CallExpression' || (node.type === 'AwaitExpression' && isCall(node.argument))
}

function nameOf(value: unknown): string | undefined {
  if (!isNode(value) || typeof value.name !== 'string') return undefined
  // The engine counts the calls of a private method under its name with the sign.
  return value.type === 'PrivateIdentifier' ? `#${value.name}` : value.name
}
