import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { GuideTopic } from './rules.ts'

export interface GuideMethod {
  projectId: number | null
  /** What the method tells about the sample. */
  answers: string
  /** What it does not tell, or where it fails. */
  limits: string
}

export interface QuestionData {
  topic: GuideTopic
  title: string
  hint: string
  methods: GuideMethod[]
}

export type QuestionRow = QuestionData & { id: number }

const columns = sql`id, topic, title, hint, methods`

export function questionItems(db: Db): Promise<{ id: number; title: string; published: boolean }[]> {
  return db.rows(sql`select id, title, published from method_questions order by position, id`)
}

export function publishedQuestions(db: Db): Promise<QuestionRow[]> {
  return db.rows(sql`select ${columns} from method_questions where published order by position, id`)
}

export function publishedQuestion(db: Db, id: number): Promise<QuestionRow | undefined> {
  return db.row(sql`select ${columns} from method_questions where published and id = ${id}`)
}

export function questionData(db: Db, id: number): Promise<QuestionData | undefined> {
  return db.row(sql`select topic, title, hint, methods from method_questions where id = ${id}`)
}

export async function nextQuestionId(db: Db): Promise<number> {
  return (await db.one<{ id: number }>(sql`select nextval(pg_get_serial_sequence('method_questions', 'id')) as id`)).id
}

export async function putQuestion(db: Db, id: number, { topic, title, hint, methods }: QuestionData): Promise<void> {
  await db.run(sql`
    insert into method_questions (id, topic, title, hint, methods, position)
    values (${id}, ${topic}, ${title}, ${hint}, ${json(methods)}::jsonb,
      (select coalesce(max(position), 0) + 1 from method_questions))
    on conflict (id) do update set topic = excluded.topic, title = excluded.title, hint = excluded.hint,
      methods = excluded.methods, published = true`)
}

export function setQuestionPublished(db: Db, id: number, published: boolean): Promise<number> {
  return db.run(sql`update method_questions set published = ${published} where id = ${id}`)
}

export async function setQuestionOrder(db: Db, ids: readonly number[]): Promise<void> {
  await db.run(sql`
    update method_questions q set position = o.position
    from unnest(${[...ids]}::bigint[]) with ordinality as o (id, position) where q.id = o.id`)
}
