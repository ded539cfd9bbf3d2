import { data } from 'react-router'
import { NotFoundState } from '../../ui/states.tsx'

export const meta = () => [{ title: '没有这个页面 · 明析科测后台' }]

/** Says 404 and yet renders inside the console: whoever mistyped an address keeps the menu. */
export function loader() {
  return data(null, { status: 404 })
}

export default function ConsoleNotFound() {
  return <NotFoundState action={{ label: '回到工作台', to: '/console' }} />
}
