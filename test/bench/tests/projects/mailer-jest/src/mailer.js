/** Sends mails by a transport: filled templates, one mail for each address, those that bounced again. */
const { fill } = require('./template');

const templates = {
  welcome: { subject: 'Welcome, {{name}}', body: 'Hello {{name | upper}}, good to see you.' },
  invoice: { subject: 'Invoice {{number}}', body: '{{items|list}}: {{sum|money}}' },
};

function createMailer({ transport, log = () => undefined, from = 'shop@example.com', attempts = 1 }) {
  const sent = new Map();

  async function deliver(mail, attempt = 1) {
    try {
      await transport.send(mail, { attempt });
    } catch (error) {
      if (attempt >= attempts) throw error;
      log('again', mail.to, error.message);
      return deliver(mail, attempt + 1);
    }
    sent.set(mail.to, (sent.get(mail.to) ?? 0) + 1);
    log('sent', mail.to, mail.subject);
  }

  return {
    async send(name, people, values = {}) {
      const { subject, body } = templates[name];
      const addresses = new Set();
      for (const person of people) {
        const to = person.email.trim().toLowerCase();
        if (addresses.has(to) || person.optedOut) continue;
        addresses.add(to);
        const all = { ...values, ...person };
        await deliver({ from, to, subject: fill(subject, all), body: fill(body, all) });
      }
      return addresses.size;
    },
    count: (address) => sent.get(address.toLowerCase()) ?? 0,
  };
}

module.exports = { createMailer };
