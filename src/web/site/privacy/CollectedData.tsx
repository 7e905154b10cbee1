/** Update this when a feature collects more data. */
export function CollectedData() {
  return (
    <>
      <h2>What we collect, and why</h2>
      <h3>Contact form</h3>
      <p>
        Your first name, last name, phone number and e-mail address. We use them to answer you about joining
        the brokerage, and for nothing else. Under the GDPR we do so because you asked us to, before a
        possible contract.
      </p>
      <h3>Accounts of agents and staff</h3>
      <p>
        Name, e-mail address and password. The password is stored only in a form from which it cannot be read
        back. Members may add a professional profile, experience, education, links, posts and comments, which
        other members see. For each sign-in we keep the time, the network address and the name of the browser,
        so that you can see and end your sessions. We need this to provide the account.
      </p>
      <h3>Every visit</h3>
      <p>
        Forms and sign-ins count requests for each network address for a short time, so that nobody can flood
        them. That is our legitimate interest in keeping the site running.
      </p>
      <h2>Cookies and local storage</h2>
      <p>
        The site sets no cookies. When you sign in, your browser keeps a token in its local storage; it tells
        the site that it is you, and is removed when you log out. If you choose a light or dark appearance,
        that choice is kept there too. Visitors who do not sign in leave nothing behind.
      </p>
      <h2>Who sees it</h2>
      <p>
        The office, and the companies that run our servers and deliver our mail on our instructions. We do not
        sell, rent or trade personal data. We hand it over otherwise only where the law obliges us to.
      </p>
    </>
  );
}
