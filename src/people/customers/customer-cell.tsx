interface Props {
  customerName: string
  customerPhone: string
}

/** A customer in a list of the console: name and masked phone number. */
export function CustomerCell({ customerName, customerPhone }: Props) {
  return (
    <span>
      {customerName || '未填姓名'} <span className="num">{customerPhone}</span>
    </span>
  )
}
