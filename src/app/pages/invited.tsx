import { type LoaderFunctionArgs, redirect } from 'react-router'

/** The link that friends share. A code that cannot be one is dropped; the visitor is welcome all the same. */
export function loader({ params }: LoaderFunctionArgs): never {
  const code = params.code ?? ''
  throw redirect(/^[A-Za-z0-9_-]{1,40}$/.test(code) ? `/#invited=${code}` : '/')
}

export default function Invited() {
  return null
}
