import { data } from 'react-router'
import { NotFoundState } from '../../ui/feedback/states.tsx'

export const meta = () => [{ title: '没有这个页面 · 明析科测后台' }]

/** Answers 404 and still renders inside the console, so that the menu stays available. */
export function loader() {
  return data(null, { status: 404 })
}

export default function ConsoleNotFound() {
  return <NotFoundState action={{ label: '回到工作台', to: '/console' }} />
}
