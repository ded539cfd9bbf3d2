import { type LoaderFunctionArgs, redirect } from 'react-router'

/** An invitation leads home; the code travels in the hash, where no server and no log sees it, and opens the registration. */
export function loader({ params }: LoaderFunctionArgs): Response {
  const code = params.code ?? ''
  return redirect(/^[\w-]{1,40}$/.test(code) ? `/#invited=${code}` : '/')
}
