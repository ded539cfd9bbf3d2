import { useParams } from 'react-router'
import { NotFoundState } from '../../../ui/feedback/states.tsx'
import { OneItem } from './item-page.tsx'

export const meta = () => [{ title: '编辑检测项目 · 明析科测后台' }]

/** A project of the catalogue in the editor of all content. */
export default function ProjectPage() {
  const { id } = useParams()
  if (id !== 'new' && !/^[1-9]\d{0,14}$/.test(id ?? ''))
    return <NotFoundState action={{ label: '回到检测项目', to: '/console/projects' }} />
  return <OneItem name="project" id={id === 'new' ? 'new' : Number(id)} />
}
