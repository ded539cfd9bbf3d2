export default function ConsoleStart() {
  return <h1>工作台</h1>
}
