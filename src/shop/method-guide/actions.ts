import type { OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { daysText } from '../../core/settings/opening-hours/days-rules.ts'
import { projectsByRid } from '../catalogue/actions.ts'
import type { guideMethods, guideQuestions } from './contract.ts'
import {
  nextQuestionId,
  publishedQuestion,
  publishedQuestions,
  putQuestion,
  type QuestionData,
  questionData,
  questionItems,
  setQuestionOrder,
  setQuestionPublished,
} from './store.ts'

type DbCtx = Pick<Ctx, 'db'>

export async function listQuestions(ctx: DbCtx): Promise<OutputOf<typeof guideQuestions>> {
  const rows = await publishedQuestions(ctx.db)
  return { list: rows.map(({ id, topic, title, hint }) => ({ id, topic, title, hint })) }
}

/** The methods in the order in which the laboratory advises them; those that are not on sale are left out. */
export async function methodsFor(
  ctx: Pick<Ctx, 'db' | 'cache' | 'clock'>,
  id: number,
): Promise<OutputOf<typeof guideMethods>> {
  const question = await publishedQuestion(ctx.db, id)
  if (!question) throw refuse(commonErrors.notFound)
  const { topic, title, hint } = question
  const named = question.methods.flatMap(({ projectId, ...texts }) =>
    projectId === null ? [] : [{ ...texts, rid: Number(projectId) }],
  )
  const projects = await projectsByRid(
    ctx,
    named.map(({ rid }) => rid),
  )
  const methods = named.flatMap(({ rid, answers, limits }) => {
    const project = projects.get(rid)
    if (!project) return []
    const { name, sketch, daysFrom, daysTo, form, rule, content } = project
    const { requirements, consumed } = content
    const days = daysText(daysFrom, daysTo)
    return [{ answers, limits, project: { rid, name, sketch, days, form, rule }, requirements, consumed }]
  })
  return { id, topic, title, hint, methods }
}

/** Questions as the editing of content lists, reads and publishes them. */
export const questionKind = {
  rows: (ctx: DbCtx) => questionItems(ctx.db),
  read: async (ctx: DbCtx, id: number): Promise<Record<string, unknown> | undefined> => {
    const row = await questionData(ctx.db, id)
    return row && { ...row }
  },
  write: (ctx: DbCtx, id: number, data: QuestionData): Promise<void> => putQuestion(ctx.db, id, data),
  nextId: (ctx: DbCtx): Promise<number> => nextQuestionId(ctx.db),
  show: (ctx: DbCtx, id: number, published: boolean): Promise<number> => setQuestionPublished(ctx.db, id, published),
  order: (ctx: DbCtx, ids: readonly number[]): Promise<void> => setQuestionOrder(ctx.db, ids),
}

export async function hasQuestions(ctx: DbCtx): Promise<boolean> {
  return (await questionItems(ctx.db)).length > 0
}

/** For demo data, when there are no questions. */
export async function addFirstQuestions(ctx: DbCtx, questions: readonly QuestionData[]): Promise<void> {
  for (const question of questions) await putQuestion(ctx.db, await nextQuestionId(ctx.db), question)
}
