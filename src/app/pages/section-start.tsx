import { type LoaderFunctionArgs, redirect } from 'react-router'

/** The address of a section alone leads to its first page. */
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
