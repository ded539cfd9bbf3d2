// The schema as text in a stable order, from the catalog of a database with all migrations.
import { PGlite } from '@electric-sql/pglite'
import { asPlain } from '../src/platform/db/migrations/concurrent-index.ts'
import { readMigrations } from '../src/platform/db/migrations/migrate.ts'

const RELATIONS = `
  select c.oid, c.relname as name, pg_get_partkeydef(c.oid) as divided,
    (select i.inhparent::regclass::text from pg_inherits i where i.inhrelid = c.oid) as parent, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') order by c.relname`

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    a.attidentity as identity, a.attgenerated as generated, pg_get_expr(d.adbin, d.adrelid) as value
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`

// PostgreSQL 18 lists not-null constraints separately; they are skipped because the columns already show them.
const CONSTRAINTS = `
  select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = $1 and contype <> 'n' order by contype, conname`

const INDEXES = `
  select replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = $1 and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname`

const TRIGGERS = `
  select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname`

const VIEWS = `
  select c.relname as name, pg_get_viewdef(c.oid) as definition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('v', 'm') order by c.relname`

const SEQUENCES = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'S'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i')) order by c.relname`

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as definition from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public' and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, pg_get_function_identity_arguments(p.oid)`

const TYPES = `
  select t.typname as name, array_to_string(array_agg(quote_literal(e.enumlabel) order by e.enumsortorder), ', ') as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid join pg_namespace n on n.oid = t.typnamespace
  where n.nspname = 'public' group by t.typname order by t.typname`

/** @param {string} folder of the migrations */
export async function describeSchema(folder) {
  const database = await PGlite.create()
  try {
    for (const { text } of await readMigrations(folder)) await database.exec(asPlain(text))
    const rows = async (text, ...values) => (await database.query(text, values)).rows
    const parts = ['-- Made by scripts/generate.mjs from all migrations together. Do not edit: change a migration.']
    for (const { name, labels } of await rows(TYPES)) parts.push(`create type ${name} as enum (${labels});`)
    for (const { name } of await rows(SEQUENCES)) parts.push(`create sequence ${name};`)
    for (const { definition } of await rows(FUNCTIONS)) parts.push(`${definition.trim()};`)
    for (const table of await rows(RELATIONS)) parts.push(await describeTable(rows, table))
    for (const { name, definition } of await rows(VIEWS)) parts.push(`create view ${name} as\n${definition.trim()}`)
    return `${parts.join('\n\n')}\n`
  } finally {
    await database.close()
  }
}

async function describeTable(rows, { oid, name, divided, parent, bound }) {
  const columns = (await rows(COLUMNS, oid)).map((column) => `  ${describeColumn(column)}`)
  const constraints = (await rows(CONSTRAINTS, oid)).map(
    (constraint) => `  constraint ${constraint.name} ${constraint.definition}`,
  )
  const after = [...(await rows(INDEXES, oid)), ...(await rows(TRIGGERS, oid))].map(
    ({ definition }) => `${definition};`,
  )
  // A partition may have more keys and indexes than its parent asks for, so they are shown too.
  const head = parent ? `create table ${name} partition of ${parent}` : `create table ${name}`
  const tail = [divided && ` partition by ${divided}`, bound && ` ${bound}`].filter(Boolean).join('')
  return [`${head} (\n${[...columns, ...constraints].join(',\n')}\n)${tail};`, ...after].join('\n')
}

function describeColumn({ name, type, required, identity, generated, value }) {
  return [
    `${name} ${type}`,
    identity === 'a' ? 'generated always as identity' : identity === 'd' ? 'generated by default as identity' : '',
    generated ? `generated always as (${value}) stored` : value ? `default ${value}` : '',
    required ? 'not null' : '',
  ]
    .filter(Boolean)
    .join(' ')
}
