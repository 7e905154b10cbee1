/** As the version of 2020-04-02 had it. */
export function CollectedData() {
  return (
    <>
      <h2>What we collect, and why</h2>
      <h3>Contact form</h3>
      <p>
        Your first name, last name, phone number and email address. We use them to answer you about joining
        the brokerage, and for nothing else. Under the GDPR we do so because you asked us to, before a
        possible contract.
      </p>
      <h3>Accounts of agents and staff</h3>
      <p>
        Name, email address and password. The password is stored only in a form from which it cannot be read
        back. Members may add a professional profile, experience, education, links, posts and comments, which
        other members see. For each sign-in we keep the time, the network address and the name of the browser,
        so that you can see and end your sessions. If you set up a second factor, we keep the key of your
        authenticator app, encrypted, and the public keys and names of your passkeys. We need this to provide
        the account.
      </p>
      <h3>Every visit</h3>
      <p>
        Forms and sign-ins count requests for each network address for a short time, so that no one can flood
        them. That is our legitimate interest in keeping the site running.
      </p>
    </>
  );
}
