// What a migration may do while the former release still runs on the same database (docs/operations/upgrading.md). Each rule is one
// sentence that says how to do it instead. The statements come from PostgreSQL's own parser.

const ADD_COLUMN = 'AT_AddColumn'
const ADD_CONSTRAINT = 'AT_AddConstraint'
/** Changes that need no scan and take nothing from the former release. */
const HARMLESS = new Set([
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_SetStatistics',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_EnableTrig',
  'AT_ReplicaIdentity',
])
/** Functions whose value is the same for all rows of a statement, so that a default with them is kept in the catalogue. */
const NOT_VOLATILE = new Set(['now', 'transaction_timestamp', 'statement_timestamp', 'lower', 'upper', 'to_date'])
/** Tables of the former release that stay small whatever the customers do: an index of them is built in a moment. */
const SMALL = new Set(['cache_tags', 'periodic_work', 'schema_release', 'server_keys', 'settings'])
const DROPPED = {
  OBJECT_TABLE: 'a table',
  OBJECT_INDEX: 'an index',
  OBJECT_VIEW: 'a view',
  OBJECT_FUNCTION: 'a function',
  OBJECT_SEQUENCE: 'a sequence',
  OBJECT_TYPE: 'a type',
}

export const SAYS = {
  drop: (what) =>
    `drops ${what} that the former release uses: stop using it in one release and drop it in the next one, in a migration whose first line is "-- contract: expanded in X.Y.Z; …"`,
  rename:
    'renames what the former release uses by its name: add the new one, write both, fill it by a backfill, and drop the old one in a contract migration',
  type: 'changes a type, which rewrites the table under a lock: add a new column, write both, fill it by a backfill, and drop the old one in a contract migration',
  setNotNull:
    'scans the table under a lock: first add a check (column is not null) not valid, validate it in a later file, and set not null after that',
  notNullColumn: 'adds a column that the former release does not fill: give it a default, or allow null',
  volatileDefault:
    'adds a column whose default differs by row, which rewrites the table under a lock: add it without a default, set the default in a second statement, and fill the old rows by a backfill',
  columnConstraint:
    'adds a column with a constraint that scans the table or builds an index under a lock: add the column alone and the constraint as in "add constraint … not valid" or "using index"',
  notValid:
    'checks all rows under a lock: add the constraint with "not valid", and validate it in a later file of its own',
  validate:
    'validates a constraint in the transaction that added it, while its lock is held: move this into a later file',
  unique:
    'builds an index under a lock: build it with "create unique index concurrently" in an earlier file and add the constraint "using index"',
  index:
    'stops writers while it builds an index: put "create index concurrently" into a file of its own whose first line is "-- concurrently"',
  concurrentMarker:
    'builds an index concurrently, which no transaction can do: the first line of the file must be "-- concurrently"',
  concurrentOnly:
    'is not "create [unique] index concurrently NAME on TABLE …": a file whose first line is "-- concurrently" has nothing else, because it is not one transaction',
  attach:
    'attaches a table of the former release under bounds, which reads all its rows under a lock: attach it as the default partition of a table that takes over its name in this file',
  lock: 'locks a whole table for everybody: change rows in a backfill, and let statements take their own locks',
  truncate: 'empties a table that the former release uses: delete rows in a backfill',
  rewrite: 'rewrites or scans a whole table under a lock: leave this to autovacuum, or to the operator at a quiet hour',
  rows: 'changes rows of a whole table in one transaction: use a backfill (defineBackfill), which works in batches',
  opaque: 'hides its statements from this check: write them out, or use a backfill',
  transaction: 'begins or ends a transaction: the runner does that, so that a migration is applied whole or not at all',
  unknown: (what) =>
    `is a change (${what}) that is not known to be safe: add it to scripts/checks/migration-rules.mjs with the reason`,
}

/**
 * @param {object} stmt a statement of the parser: one key, its kind
 * @param {Context} context
 * @returns {string[]} what is wrong with it
 * @typedef {{ isOld: (table: string) => boolean, contract: boolean, concurrent: boolean, addedHere: Set<string>, divided: Map<string, string>, moved: Set<string>, notNullChecked: (table: string, column: string) => boolean }} Context
 *   `isOld`: the former release has this table; `addedHere`: constraints that this file has added; `divided`: tables that this file turns into
 *   the default partition of a new table of the same name, with their new names; `moved`: those of them that have been renamed
 */
export function problemsOf(stmt, context) {
  const [kind, node] = Object.entries(stmt)[0]
  if (context.concurrent && !(kind === 'IndexStmt' && node.concurrent && node.idxname && !node.if_not_exists))
    return [SAYS.concurrentOnly]
  return RULES[kind]?.(node, context) ?? []
}

const RULES = {
  AlterTableStmt: (node, context) =>
    node.cmds.flatMap(({ AlterTableCmd: cmd }) => alterProblems(node.relation.relname, cmd, context)),
  RenameStmt: ({ relation, newname }, { isOld, divided, moved }) => {
    if (relation && divided.get(relation.relname) === newname) moved.add(relation.relname)
    else if (!relation || isOld(relation.relname)) return [SAYS.rename]
    return []
  },
  DropStmt: (node, context) => dropProblems(node, context),
  IndexStmt: ({ relation, concurrent }, context) => {
    if (concurrent) return context.concurrent ? [] : [SAYS.concurrentMarker]
    const isNew = !context.isOld(relation.relname) || context.moved.has(relation.relname)
    return isNew || SMALL.has(relation.relname) ? [] : [SAYS.index]
  },
  LockStmt: () => [SAYS.lock],
  TruncateStmt: ({ relations }, { isOld }) =>
    relations.some(({ RangeVar }) => isOld(RangeVar.relname)) ? [SAYS.truncate] : [],
  ClusterStmt: () => [SAYS.rewrite],
  VacuumStmt: ({ is_vacuumcmd: vacuum }) => (vacuum ? [SAYS.rewrite] : []),
  ReindexStmt: () => [SAYS.rewrite],
  UpdateStmt: rowsProblems,
  DeleteStmt: rowsProblems,
  InsertStmt: ({ selectStmt }, { isOld }) =>
    tablesIn(selectStmt?.SelectStmt?.fromClause ?? []).some(isOld) ? [SAYS.rows] : [],
  DoStmt: () => [SAYS.opaque],
  TransactionStmt: () => [SAYS.transaction],
}

function alterProblems(table, cmd, context) {
  const { isOld, divided, moved } = context
  if (cmd.subtype === 'AT_AttachPartition') {
    const { name, bound } = cmd.def.PartitionCmd
    return bound.is_default || !isOld(name.relname) ? [] : [SAYS.attach]
  }
  // Numbers come from the table that has taken over the name.
  if (cmd.subtype === 'AT_DropIdentity' && [...moved].some((each) => divided.get(each) === table)) return []
  if (!isOld(table)) return []
  switch (cmd.subtype) {
    case ADD_COLUMN:
      return columnProblems(cmd.def.ColumnDef)
    case ADD_CONSTRAINT:
      context.addedHere.add(cmd.def.Constraint.conname)
      return constraintProblems(cmd.def.Constraint)
    case 'AT_ValidateConstraint':
      return context.addedHere.has(cmd.name) ? [SAYS.validate] : []
    case 'AT_SetNotNull':
      return context.notNullChecked(table, cmd.name) ? [] : [SAYS.setNotNull]
    case 'AT_AlterColumnType':
      return [SAYS.type]
    case 'AT_DropColumn':
      return context.contract ? [] : [SAYS.drop('a column')]
    case 'AT_DropConstraint':
      // A unique key may be named by an "on conflict" of the former release; a check or a reference only loosens.
      return context.contract || /_(check|fkey)$/.test(cmd.name) ? [] : [SAYS.drop('a constraint')]
    default:
      return HARMLESS.has(cmd.subtype) ? [] : [SAYS.unknown(cmd.subtype)]
  }
}

/** Tables that a file renames and attaches as the default partition of a partitioned table that it creates under their name. */
export function dividedTables(stmts) {
  const named = (kind, pick) => new Map(stmts.flatMap(({ stmt }) => (stmt[kind] ? pick(stmt[kind]) : [])))
  const created = named('CreateStmt', ({ relation, partspec }) => (partspec ? [[relation.relname, true]] : []))
  const attached = named('AlterTableStmt', ({ relation, cmds }) =>
    cmds.flatMap(({ AlterTableCmd: { def } }) =>
      def?.PartitionCmd?.bound?.is_default ? [[relation.relname, def.PartitionCmd.name.relname]] : [],
    ),
  )
  const renamed = named('RenameStmt', ({ relation, newname }) => (relation ? [[relation.relname, newname]] : []))
  return new Map([...renamed].filter(([from, to]) => created.has(from) && attached.get(from) === to))
}

function columnProblems({ typeName, constraints = [] }) {
  const by = new Map(constraints.map(({ Constraint }) => [Constraint.contype, Constraint]))
  const has = (...kinds) => kinds.some((kind) => by.has(kind))
  const defaults = by.get('CONSTR_DEFAULT')?.raw_expr
  const problems = []
  if (has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT', 'CONSTR_GENERATED')) problems.push(SAYS.notNullColumn)
  if (has('CONSTR_GENERATED', 'CONSTR_IDENTITY') || isSerial(typeName) || (defaults && isVolatile(defaults)))
    problems.push(SAYS.volatileDefault)
  if (has('CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY')) problems.push(SAYS.columnConstraint)
  return problems
}

function constraintProblems({ contype, skip_validation: notValid, indexname }) {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_NOTNULL')
    return notValid ? [] : [SAYS.notValid]
  return indexname ? [] : [SAYS.unique]
}

function isSerial({ names }) {
  return /^(small|big)?serial\d?$/.test(names.at(-1).String.sval)
}

function isVolatile(expression) {
  return found(expression, 'FuncCall').some(({ funcname }) => !NOT_VOLATILE.has(funcname.at(-1).String.sval))
}

function dropProblems({ removeType, objects }, { isOld, contract }) {
  const what = DROPPED[removeType]
  if (!what || contract) return []
  const names = objects.map((each) => each.List?.items.at(-1).String.sval)
  return removeType === 'OBJECT_TABLE' && !names.some(isOld) ? [] : [SAYS.drop(what)]
}

/** A row that is named by its key may be changed, such as a setting; whole tables are work for a backfill. */
function rowsProblems({ relation, whereClause }, { isOld }) {
  return isOld(relation.relname) && relation.relname !== 'schema_release' && !namesRows(whereClause) ? [SAYS.rows] : []
}

function namesRows(where) {
  if (where?.BoolExpr?.boolop === 'AND_EXPR') return where.BoolExpr.args.some(namesRows)
  const { kind, name, lexpr, rexpr } = where?.A_Expr ?? {}
  const equals =
    (kind === 'AEXPR_OP' && name[0].String.sval === '=') || (kind === 'AEXPR_IN' && name[0].String.sval === '=')
  return Boolean(equals && lexpr.ColumnRef && (rexpr.A_Const || rexpr.List))
}

function tablesIn(node) {
  return found(node, 'RangeVar').map(({ relname }) => relname)
}

/** All nodes of a kind below a node. */
export function found(node, kind) {
  if (node === null || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, value]) => [...(key === kind ? [value] : []), ...found(value, kind)])
}
