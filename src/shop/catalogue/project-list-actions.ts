import { listed } from '../../core/lists/listed-actions.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { queryTokens } from '../search/search-rules.ts'
import { projectIndex } from './project-list-contract.ts'
import { projectLineRows, projectSource } from './project-list-store.ts'

/** All projects for staff: drafts and retired ones too. */
export const staffProjects = listed({
  index: projectIndex,
  source: () =>
    projectSource((typed) => queryTokens(typed).map(({ text, kind }) => (kind === 'han' ? text : ` ${text}`))),
  rows: async (ctx, ids) =>
    (await projectLineRows(ctx.db, ids)).map((row) => ({ ...row, updatedAt: shanghaiTime(row.updatedAt) })),
})
