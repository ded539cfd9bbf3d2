export default function Home() {
  return (
    <div className="page">
      <h1>明析科测</h1>
    </div>
  )
}
