import { redirect } from 'react-router'

export function loader(): never {
  throw redirect('/about/profile')
}

export default function AboutStart() {
  return null
}
