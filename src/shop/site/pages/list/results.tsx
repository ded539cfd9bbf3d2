import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/inputs/button.tsx'
import { comparePath, mostCompared } from '../../../catalogue/listing/list-link-rules.ts'
import type { ProjectItem } from '../../../catalogue/contract.ts'
import { ProjectCard, ProjectGrid } from '../../../catalogue/project-card.tsx'
import css from './results.module.css'

/** About as many cards as the first view shows; further ones are laid out late (late.ts). */
const FIRST_VIEW = 4

/** The cards, each with a checkbox for the comparison: a plain GET form that works with and without JavaScript. */
export function Results({ list }: { list: readonly ProjectItem[] }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const form = useRef<HTMLFormElement>(null)
  // Boxes may have been ticked before hydration, or restored by the browser on a back navigation.
  useEffect(() => {
    const ticked = form.current?.querySelectorAll<HTMLInputElement>('input[name=rid]:checked') ?? []
    // Without ticked boxes the state stays the same, which avoids rendering all cards again during hydration.
    if (ticked.length > 0) setChosen([...ticked].map((box) => Number(box.value)))
  }, [])
  const full = chosen.length >= mostCompared
  const toggle = (rid: number, on: boolean) =>
    setChosen((now) => (on ? [...now, rid] : now.filter((each) => each !== rid)))
  return (
    <form ref={form} action={comparePath([])} method="get">
      <ProjectGrid>
        {list.map((project, place) => (
          <ProjectCard
            key={project.rid}
            project={project}
            titleAs="h2"
            below={place >= FIRST_VIEW}
            extra={
              <label className={css.compare}>
                <input
                  type="checkbox"
                  name="rid"
                  value={project.rid}
                  disabled={full && !chosen.includes(project.rid)}
                  onChange={(event) => toggle(project.rid, event.target.checked)}
                />
                对比<span className="visually-hidden">：{project.name}</span>
              </label>
            }
          />
        ))}
      </ProjectGrid>
      <div className={css.bar} data-chosen={chosen.length > 0 || undefined}>
        <p role="status">
          {chosen.length > 0
            ? `已选 ${chosen.length} 项，最多 ${mostCompared} 项`
            : `勾选 2–${mostCompared} 个项目，并排比较`}
        </p>
        <Button type="submit" variant={chosen.length > 1 ? 'primary' : 'secondary'}>
          对比所选
        </Button>
      </div>
    </form>
  )
}
