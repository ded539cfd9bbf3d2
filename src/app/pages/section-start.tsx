import { type LoaderFunctionArgs, redirect } from 'react-router'

/** Redirects the address of a section to its first page. */
const firstPages: Readonly<Record<string, string>> = {
  '/about': '/about/profile',
  '/member': '/member/center',
  '/experiment': '/experiment/plan',
}

export function loader({ request }: LoaderFunctionArgs): never {
  const section = new URL(request.url).pathname.replace(/\/+$/, '')
  throw redirect(firstPages[section] ?? '/')
}

export default function SectionStart() {
  return null
}
