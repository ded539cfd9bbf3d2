import { consolePages } from './console-pages.ts'
import { invoices } from '../billing/invoices/list-actions.ts'
import { orders } from '../workspace/order-page/list-actions.ts'
import { paletteKind } from '../workspace/palette/actions.ts'
import { contracts } from '../lab/contracts/list-actions.ts'
import { contractLifecycle } from '../lab/contracts/rules.ts'
import { samples } from '../lab/samples/list-actions.ts'
import { customers } from '../people/customers/list-actions.ts'
import { accountStates } from '../people/customers/rules.ts'
import { groups } from '../people/groups/staff-actions.ts'
import { staffProjects } from '../shop/catalogue/project-list-actions.ts'
import { projectStates } from '../shop/catalogue/project-list-rules.ts'
import { invoiceLifecycle } from '../billing/invoices/rules.ts'

const listAt = (at: string, kw: string) => `${at}?${new URLSearchParams({ tab: 'all', kw })}`

/** The names under which the menu and the palette offer pages. */
export const paletteLabels = consolePages.flatMap(({ pages }) =>
  pages.flatMap(({ menu }) => [menu?.label ?? [], menu?.creates?.label ?? []].flat()),
)

/** What the palette of the console finds, by the search of each list. The search of orders knows numbers of samples, contracts and reports. */
export const paletteKinds = [
  paletteKind(orders, '/console/orders', (row) => ({
    title: `${row.orderNo} ${row.title}`,
    note: row.customerName,
    stageName: row.stageName,
    to: `/console/orders/${row.orderNo}`,
  })),
  paletteKind(samples, '/console/samples', (row) => ({
    title: `${row.sampleNo} ${row.name}`,
    note: `自编号 ${row.ownNo} · ${row.customerName}`,
    stageName: row.stageName,
    to: `/console/samples/${row.sampleNo}`,
  })),
  paletteKind(customers, '/console/customers', (row) => ({
    title: row.name || row.phone,
    note: [row.company, row.phone].filter((text) => text !== '').join(' · '),
    stageName: accountStates[row.state],
    to: `/console/customers/${row.id}`,
  })),
  paletteKind(groups, '/console/groups', (row) => ({
    title: row.name,
    note: `${row.groupNo} · ${row.unit}`,
    stageName: row.stageLabel,
    to: `/console/groups/${row.groupNo}`,
  })),
  paletteKind(contracts, '/console/contracts', (row) => ({
    title: row.contractNo,
    note: `${row.company} · ${row.title}`,
    stageName: contractLifecycle.stages[row.stage],
    to: `/console/orders/${row.orderNo}`,
  })),
  paletteKind(invoices, '/console/invoices', (row) => ({
    title: `${row.applicationNo} ${row.title}`,
    note: row.customerName,
    stageName: invoiceLifecycle.stages[row.stage],
    to: listAt('/console/invoices', row.applicationNo),
  })),
  paletteKind(staffProjects, '/console/projects', (row) => ({
    title: row.name,
    note: row.categoryName,
    stageName: projectStates[row.state],
    to: `/console/projects/${row.rid}`,
  })),
]
