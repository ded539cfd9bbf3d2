import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type ExampleData, type ExamplePlot, plotOf } from './examples/example-rules.ts'
import type { NamedProject, ProjectCard } from './listing/listing-store.ts'
import { orderColumns, type ProjectRow } from './project-store.ts'

export type ProjectDetailRow = ProjectRow & {
  related: ProjectCard[]
  alternatives: NamedProject[]
  /** Plots of examples by the place of their result. */
  plots: Map<number, ExamplePlot>
}

type Example = { position: number; plot: ExamplePlot | null; data: ExampleData | null }

/**
 * Everything that the page of a project shows of the catalogue, in one statement: each of five would cost as much for its way there and back as
 * for its rows. Related are four projects: those that the content names, in its order, then the most ordered of the same category. The four stands in the
 * text, because PostgreSQL expects a tenth of all rows from a limit that it does not see, and would plan anew each time. Numbers of examples
 * are only read where an earlier release has drawn no plot of them.
 */
export async function projectDetailRow(db: Db, rid: number): Promise<ProjectDetailRow | undefined> {
  const row = await db.row<Omit<ProjectDetailRow, 'plots'> & { examples: Example[] }>(sql`
    select ${orderColumns},
      (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'img', o.img, 'figure', o.figure, 'sketch', o.sketch,
          'orderCount', o.order_count, 'priceFromFen', o.price_from_fen, 'unit', o.unit, 'daysFrom', o.days_from, 'daysTo', o.days_to,
          'tags', o.tags, 'typeId', o.type_id, 'categoryId', o.category_id, 'reviewCount', o.review_count, 'starSum', o.star_sum)
          order by r.place nulls last, o.order_count desc), '[]')
        from (
          select n.id, array_position(w.related, n.slug) as place from projects n
          where n.slug = any(w.related) and n.published and n.id <> p.id
          union all
          (select m.id, null from projects m
          where m.category_id = p.category_id and m.published and m.id <> p.id and m.slug <> all(w.related)
          order by m.order_count desc limit 4)
          order by place nulls last limit 4
        ) r join projects o on o.id = r.id) as related,
      (select coalesce(json_agg(json_build_object('slug', a.slug, 'rid', a.id, 'name', a.name) order by a.id), '[]')
        from projects a where a.published and a.slug = any(w.instead)) as alternatives,
      (select coalesce(json_agg(json_build_object('position', e.position, 'plot', e.plot, 'data', case when e.plot is null then e.data end)), '[]')
        from project_examples e where e.project_id = p.id) as examples
    from projects p
    join categories t on t.id = p.type_id
    join categories c on c.id = p.category_id
    left join categories k on k.id = p.child_id
    join form_versions f on f.project_id = p.id and f.stage = 'in_use'
    join price_rules r on r.project_id = p.id and r.stage = 'in_use'
    cross join lateral (select
      array(select jsonb_array_elements_text(p.content -> 'related')) as related,
      array(select s.value ->> 'instead' from jsonb_array_elements(p.content -> 'suitability') s) as instead offset 0) w
    where p.id = ${rid} and p.published`)
  if (!row) return undefined
  const { examples, ...rest } = row
  return { ...rest, plots: new Map(examples.flatMap((example) => drawn(example))) }
}

function drawn({ position, plot, data }: Example): [number, ExamplePlot][] {
  const found = plot ?? (data && plotOf(data))
  return found ? [[position, found]] : []
}
