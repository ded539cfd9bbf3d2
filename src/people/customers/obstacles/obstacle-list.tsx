import { SmartLink } from '../../../ui/text/link.tsx'

interface Props {
  obstacles: readonly string[]
  /** The same with their pages; a server of the former release does not name them. */
  toSettle?: readonly { text: string; to: string }[] | undefined
}

/** What has to be settled first, as links to where that is done. */
export function ObstacleList({ obstacles, toSettle }: Props) {
  return (
    <ul>
      {toSettle?.map(({ text, to }) => (
        <li key={text}>
          <SmartLink to={to}>{text}</SmartLink>
        </li>
      )) ?? obstacles.map((text) => <li key={text}>{text}</li>)}
    </ul>
  )
}
