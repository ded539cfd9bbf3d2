import { type LoaderFunctionArgs, redirect } from 'react-router'

/** The invitation link. A malformed code is dropped, and the visitor still gets the home page. */
export function loader({ params }: LoaderFunctionArgs): never {
  const code = params.code ?? ''
  throw redirect(/^[A-Za-z0-9_-]{1,40}$/.test(code) ? `/#invited=${code}` : '/')
}

export default function Invited() {
  return null
}
