import type { Role } from '../../src/core/staff/rules.ts'

/**
 * What each role may do, written a second time from the description of the product (its people, the parties of its lifecycles, the parts of its
 * console and its rules of trust), not from the declarations of the calls. The first row that fits a name counts; a call that no row fits is
 * reported. Letters: m 客户经理, l 实验员, r 审核员, f 财务, g 收发样, e 内容运营, a 管理员.
 */
const LETTERS: Readonly<Record<string, Role>> = {
  m: 'manager',
  l: 'lab',
  r: 'reviewer',
  f: 'finance',
  g: 'logistics',
  e: 'editor',
  a: 'admin',
}

const ROWS: readonly [names: string, roles: string, why: string][] = [
  // Own things of everybody who works in the console.
  ['me|logout|inbox|palette/find|file/link', 'mlrfgea', 'the frame of the console; what is found follows the role'],
  ['security|security/.+|release/.+|bell/.+|view/.+|export/.+|todo/.+|staff/absence/.+', 'mlrfgea', 'own things'],
  ['setup/guide', 'mlrfgea', 'the inbox says what is left to set up'],
  ['setup/.+', 'mea', 'who sets a new laboratory up'],
  ['note/.+|callLog/list', 'mlrfg', 'who works on orders and money; the record decides'],
  ['callLog/add', 'mf', 'manager calls about orders, finance about debts'],
  ['calendarFeed/.+', 'mlg', 'who has bookings and pickups'],
  ['file/upload|upload/.+', 'mlgf', 'photos, certificates, invoices'],
  // 管理员 manages people and settings and takes no part in the business. T-56: nobody else grants roles.
  ['staff/.+', 'a', 'people and roles'],
  ['safety|safety/.+|audit/.+|job/.+|fault/.+|system/.+|upkeep/.+', 'a', 'alarms, audit log and system'],
  ['redirect/.+', 'ea', 'settings of the site'],
  ['account/.+', 'ma', 'the manager knows the customer, the administrator the system'],
  ['outbox/list|notice/(resend|word|unword)', 'ma', 'notices of customers'],
  ['notice/.+', 'mfa', 'whether a customer was told, also about money'],
  ['figures/.+', 'mlrfa', 'dashboards'],
  // Orders: M decides with the customer, L measures, R releases, never its tester.
  ['order/(approve|reject|quote|reviseQuote|withdrawQuote|cancelByStaff|logCall)', 'm', 'M in the lifecycle'],
  ['order/(acceptRetest|declineRetest|offerRetest|settleDispute)', 'm', 'M decides free or charged'],
  ['order/(startTesting|hold|handIn)', 'l', 'L starts, raises, hands in'],
  ['order/checkIn', 'lg', 'who is there when customer or data arrive'],
  ['order/(verify|verifyList|returnToTesting)', 'r', 'R passes or returns'],
  ['order/startCorrection', 'mr', 'a report is corrected by those who answer for it'],
  ['order/assign', 'ml', 'the task board'],
  ['order/promises', 'ma', 'whether deadlines are kept'],
  ['order/.+', 'mlrfg', 'everybody who works on orders reads them'],
  ['thread/(write)', 'ml', 'who answers customers about the work'],
  ['thread/.+', 'mlrg', 'who works on samples and results; finance has no part in it'],
  ['report/(record|instruments|upload|beginFile|addFile|moveFile|remove|reread|withoutData)', 'l', 'results upload'],
  ['report/withdraw', 'mr', 'those who answer for a report'],
  ['report/.+', 'mlr', 'results are read by laboratory, reviewer and manager; not by finance, logistics and editors'],
  ['instrument/(add|edit)', 'ml', 'instruments'],
  ['instrument/(block|move|note|unblock)', 'l', 'the keeper of the instrument'],
  ['instrument/.+', 'mlrg', 'instruments are planned with'],
  ['controlChart/(add|edit|setLimits|stop|measure|takeBack)', 'l', 'who measures'],
  ['controlChart/.+', 'mlr', 'who answers for results'],
  ['reservation/(move|offer|place|video|withdrawOffer)', 'ml', 'bookings of instruments'],
  ['reservation/.+', 'mlg', 'who receives visitors'],
  // Samples and pickups: 收发样.
  ['sample/(receive|receiveAll|refuse|return|returns|returnAddress|keepOver)', 'g', 'receives and returns'],
  ['sample/(dispose|move|photoAdd|photoRemove)', 'lg', 'who has the sample in hand'],
  ['sample/.+|shelf/list', 'mlrg', 'who works with samples'],
  ['shelf/.+', 'mg', 'places of samples'],
  ['pickup/(depart|collect|fail|arrive)', 'g', 'the driver'],
  ['pickup/.+', 'mg', 'dispatch'],
  // Customers, groups, demands, contracts: 客户经理.
  ['customer/assign|webhook/(pause|resend)', 'm', 'the advisor of the customer'],
  ['customer/.+|webhook/.+', 'mf', 'customers (360°)'],
  ['group/(verify|refuse)', 'm', 'knows the unit'],
  ['group/.+', 'mf', 'groups'],
  ['demand/.+', 'm', 'quotes of demands'],
  ['contract/(issue|toDraw|seal|sendBack|void)', 'm', 'contracts with enterprises'],
  ['contract/.+', 'mf', 'finance reads what was agreed'],
  // Money: 财务. Money out needs two of them.
  ['settlement/fixAmount|settlement/takeBackAmount', 'm', 'M fixes the amount'],
  ['settlement/.+|income/.+|receivable/.+', 'mf', 'settlements; the amount is confirmed by a second person'],
  ['statement/batch', 'f', 'statements for all'],
  ['statement/.+', 'mf', 'what a customer owes'],
  [
    'books/(check|run|runs|day|days|openDays)|accounting/(codes|journals)',
    'fa',
    'an alarm about the books reaches who runs the system',
  ],
  ['bank/.+|transfer/.+|received/.+|books/.+|accounting/.+', 'f', 'bank matching and books'],
  ['payment/.+|refund/.+|withdraw/.+', 'f', 'payments, refunds and withdrawals'],
  ['fund/.+|invoice/settings|invoice/saveSettings', 'f', 'settings of money'],
  ['invoice/list', 'mf', 'what a customer was invoiced'],
  ['invoice/.+', 'f', 'invoices'],
  ['credit/list', 'mf', 'what the advisor asks for'],
  ['credit/.+', 'f', 'credit'],
  ['coupon/issue$', 'mfe', 'one customer'],
  ['coupon/withdraw', 'f', 'takes value back'],
  ['coupon/(campaign|campaigns|codes|issued|issues|list)', 'mfe', 'what a coupon is worth'],
  ['coupon/.+', 'fe', 'campaigns'],
  [
    'points/(saveRule|dropRule)|invite/(saveRule|dropRule)|promoter/(saveRule|dropRule|suspend|resume)',
    'f',
    'worth money',
  ],
  ['invite/.+|promoter/.+', 'mf', 'who knows the customer and who pays'],
  ['points/(goodsAdd|goodsEdit|goodsShow|cancelExchange|approveClaim|rejectClaim)', 'e', 'goods and acknowledgements'],
  ['points/(ship|shipTo)', 'ge', 'who sends the goods'],
  ['points/.+', 'mfge', 'who sends, gives and pays'],
  // Catalogue and content: 内容运营; a price is M's.
  ['project/prices/(check|import)', 'm', 'prices'],
  ['project/list|project/prices/export', 'me', 'catalogue'],
  ['project/copy|catalogue/.+', 'e', 'catalogue'],
  ['content/image/.+', 'e', 'pictures'],
  ['content/(archive|unarchive)', 'ea', 'a price does not decide what visitors see'],
  ['content/.+', 'mea', 'content, prices and settings; the kind decides'],
  ['review/.+', 'me', 'evaluations'],
  // The kind of an import decides what may be written.
  ['import/.+', 'mg', 'customers and waybills; rows of the bank are pasted at the bank'],
]

/** What a refused request may write: the session of its person, and the key that goes with the refusal. */
export const WRITTEN_BY_REFUSED: ReadonlySet<string> = new Set(['sessions', 'idempotency_keys'])

/** The kind of content, the person named or the record decides here: a role that may can be refused at all that is tried. */
const FOR_SOME_RECORDS = /^(content\/.+|staff\/absence\/add|todo\/about)$/

export function dependsOnRecord(name: string): boolean {
  return FOR_SOME_RECORDS.test(name)
}

const rows = ROWS.map(([names, roles]) => ({
  names: new RegExp(`^(${names})$`),
  roles: new Set([...roles].map((letter) => LETTERS[letter] as Role)),
}))

/** The roles that may make the call; undefined when nobody wrote it down. */
export function expectedRoles(name: string): ReadonlySet<Role> | undefined {
  return rows.find(({ names }) => names.test(name))?.roles
}
