import { beforeAll, describe, expect, it } from 'vitest'
import { checkMigrations, ready } from './check-migrations.mjs'
import { SAYS } from './migration-rules.mjs'

beforeAll(() => ready())

const BASE =
  'create table orders (id bigint, no text); create table refunds (id bigint); create table schema_release (oldest text)'
const RELEASED = { '0.2.0': { '0001_a.sql': '' } }

/** What is wrong with migrations that follow the first release. */
function problemsIn(...texts) {
  const files = [BASE, ...texts].map((text, i) => ({ name: `000${i + 1}_a.sql`, text }))
  return checkMigrations(files, RELEASED).problems
}

/** Keeps the name and reads no row. */
const DIVIDES = `alter table orders rename to orders_rest; alter table orders_rest alter column id drop identity;
  create table orders (id bigint, no text) partition by range (id); alter table orders attach partition orders_rest default`
const LATER = 'alter table orders attach partition refunds for values from (1) to (9)'

/** What the rule says, a migration that breaks it, and one that does it as the rule says. */
const RULES = [
  [SAYS.drop('a table'), 'drop table orders', 'create table new (id int); drop table new'],
  [
    SAYS.drop('a column'),
    'alter table orders drop column no',
    'create table new (id int); alter table new drop column id',
  ],
  [SAYS.drop('an index'), 'drop index orders_no', 'create index on new (id)'],
  [
    SAYS.drop('a function'),
    'drop function f',
    'create or replace function f() returns int language sql as $$ select 1 $$',
  ],
  [
    SAYS.drop('a constraint'),
    'alter table orders drop constraint orders_no_key',
    'alter table orders drop constraint orders_no_check',
  ],
  [SAYS.rename, 'alter table orders rename column no to number', 'alter table orders add column number text'],
  [SAYS.rename, 'alter table orders rename to commissions', 'create table commissions (id bigint)'],
  [SAYS.rename, 'alter table orders rename to orders_rest; create table orders (id bigint, no text)', DIVIDES],
  [SAYS.attach, `${DIVIDES}; ${LATER}`, DIVIDES],
  [
    SAYS.attach,
    'create table new (id bigint) partition by range (id); alter table new attach partition orders for values from (1) to (9)',
    'create table new (id bigint) partition by range (id); create table a (id bigint); alter table new attach partition a default',
  ],
  [SAYS.index, `create index a on orders (id); ${DIVIDES}`, `${DIVIDES}; create index a on orders (id)`],
  [SAYS.notValid, `${DIVIDES}; alter table orders_rest add check (id > 0)`, DIVIDES],
  [SAYS.type, 'alter table orders alter column id type text', 'alter table orders add column id_text text'],
  [
    SAYS.setNotNull,
    'alter table orders alter column no set not null',
    'alter table orders alter column no drop not null',
  ],
  [
    SAYS.notNullColumn,
    'alter table orders add column n int not null',
    'alter table orders add column n int not null default 0',
  ],
  [
    SAYS.volatileDefault,
    'alter table orders add column k uuid default gen_random_uuid()',
    'alter table orders add column at timestamptz default now()',
  ],
  [SAYS.volatileDefault, 'alter table orders add column n bigserial', 'alter table orders add column n bigint'],
  [
    SAYS.volatileDefault,
    'alter table orders add column n text generated always as (lower(no)) stored',
    "alter table orders add column n text default 'a'",
  ],
  [SAYS.columnConstraint, 'alter table orders add column n int check (n > 0)', 'alter table orders add column n int'],
  [
    SAYS.columnConstraint,
    'alter table orders add column r bigint references refunds (id)',
    'create table new (r bigint references refunds (id))',
  ],
  [
    SAYS.notValid,
    'alter table orders add constraint c check (id > 0)',
    'alter table orders add constraint c check (id > 0) not valid',
  ],
  [
    SAYS.notValid,
    'alter table orders add constraint r foreign key (id) references refunds (id)',
    'alter table orders add constraint r foreign key (id) references refunds (id) not valid',
  ],
  [
    SAYS.validate,
    'alter table orders add constraint c check (id > 0) not valid; alter table orders validate constraint c',
    'alter table orders validate constraint c',
  ],
  [
    SAYS.unique,
    'alter table orders add constraint u unique (no)',
    'alter table orders add constraint u unique using index orders_u',
  ],
  [
    SAYS.index,
    'create index orders_no on orders (no)',
    '-- concurrently\ncreate index concurrently orders_no on orders (no);',
  ],
  [
    SAYS.index,
    'create unique index orders_no on orders (no)',
    'create table new (id int); create unique index new_id on new (id)',
  ],
  [
    SAYS.concurrentMarker,
    'create index concurrently orders_no on orders (no)',
    '-- concurrently: many orders\ncreate unique index concurrently a on orders (no);\ncreate index concurrently b on orders (id);',
  ],
  [SAYS.concurrentOnly, '-- concurrently\nalter table orders add column n int', 'alter table orders add column n int'],
  [
    SAYS.concurrentOnly,
    '-- concurrently\ncreate index concurrently if not exists a on orders (no)',
    '-- concurrently\ncreate index concurrently a on orders (no)',
  ],
  [SAYS.lock, 'lock table orders', 'select 1'],
  [SAYS.truncate, 'truncate orders', 'create table new (id int); truncate new'],
  [SAYS.rewrite, 'cluster orders', 'analyze orders'],
  [SAYS.rewrite, 'vacuum full orders', 'alter table orders set (autovacuum_vacuum_scale_factor = 0.02)'],
  [SAYS.rewrite, 'reindex table orders', 'select 1'],
  [SAYS.rows, "update orders set no = ''", "update orders set no = '' where id = 1"],
  [SAYS.rows, 'delete from orders where no is null', 'delete from orders where id in (1, 2)'],
  [
    SAYS.rows,
    'create table new (id bigint); insert into new select id from orders',
    'create table new (id bigint); insert into new values (1)',
  ],
  [SAYS.opaque, 'do $$ begin delete from orders; end $$', 'select 1'],
  [SAYS.transaction, 'begin; alter table orders add column n int; commit', 'alter table orders add column n int'],
  [
    SAYS.unknown('AT_SetUnLogged'),
    'alter table orders set unlogged',
    'alter table orders alter column no set default 1',
  ],
]

describe('a migration', () => {
  it.each(RULES)('%s', (says, bad, good) => {
    const at = problemsIn(bad)
    expect(at.map((problem) => problem.replace(/^0002_a\.sql:\d+: /, ''))).toContain(says)
    expect(at.every((problem) => problem.startsWith('0002_a.sql:'))).toBe(true)
    expect(problemsIn(good)).toEqual([])
  })

  it('may set not null after a check that a later file has validated', () => {
    const add = 'alter table orders add constraint has_no check (no is not null) not valid'
    const set = 'alter table orders alter column no set not null'
    expect(problemsIn(add, `alter table orders validate constraint has_no; ${set}`)).toEqual([])
    expect(problemsIn(add, set)).toEqual([`0003_a.sql:1: ${SAYS.setNotNull}`])
    expect(problemsIn(`${add}; alter table orders validate constraint has_no; ${set}`)).toEqual([
      `0002_a.sql:1: ${SAYS.validate}`,
      `0002_a.sql:1: ${SAYS.setNotNull}`,
    ])
  })

  it('may build an index of a table that stays small', () => {
    const files = ['create table cache_tags (tag text)', 'create index cache_tags_tag on cache_tags (tag)']
    expect(
      checkMigrations(
        files.map((text, i) => ({ name: `000${i + 1}_a.sql`, text })),
        RELEASED,
      ).problems,
    ).toEqual([])
  })

  it('names the line, and what the parser says of a statement that is none', () => {
    expect(problemsIn('-- 说明\nselect 1;\n\ntruncate orders')).toEqual([`0002_a.sql:4: ${SAYS.truncate}`])
    expect(problemsIn('creat table x')).toEqual(['0002_a.sql: syntax error at or near "creat"'])
  })

  it('takes something away only after a release that no longer needs it, and tells older releases', () => {
    const drop = "update schema_release set oldest = '0.2.0'; alter table orders drop column no; drop table refunds"
    expect(problemsIn(`-- contract: expanded in 0.2.0; nothing since 0.2.0 reads orders.no\n${drop}`)).toEqual([])
    expect(problemsIn(`-- contract: expanded in 0.3.0; nothing since 0.3.0 reads orders.no\n${drop}`).join()).toContain(
      'no earlier release 0.3.0',
    )
    expect(problemsIn(`-- contract\n${drop}`).join()).toContain('a contract says')
    expect(
      problemsIn('-- contract: expanded in 0.2.0; nothing reads it\nalter table orders drop column no').join(),
    ).toContain('update schema_release')
    expect(
      problemsIn('-- contract: expanded in 0.2.0; nothing reads it\nalter table orders rename column no to n').join(),
    ).toContain(SAYS.rename)
  })

  it('is compared with the release before its own, and the first release is the baseline', () => {
    const released = { '0.2.0': { '0001_a.sql': '' }, '0.3.0': { '0002_a.sql': '' } }
    const of = (...texts) =>
      checkMigrations(
        texts.map((text, i) => ({ name: `000${i + 1}_a.sql`, text })),
        released,
      )
    expect(of('create table a (id int); drop table a', 'create table b (id int); create index b_id on b (id)')).toEqual(
      { read: 1, problems: [] },
    )
    expect(of('create table a (id int)', 'create table b (id int)', 'drop table b').problems).toEqual([
      `0003_a.sql:1: ${SAYS.drop('a table')}`,
    ])
  })
})
