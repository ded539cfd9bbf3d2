import { data } from 'react-router'
import { NotFoundState } from '../../ui/feedback/states.tsx'

export function loader(): never {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return <NotFoundState />
}
