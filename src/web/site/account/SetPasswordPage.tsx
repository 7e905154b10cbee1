export function SetPasswordPage() {
  return <h1>Set your password</h1>;
}
