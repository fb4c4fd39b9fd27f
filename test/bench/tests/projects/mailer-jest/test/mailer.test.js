const { createMailer } = require('../src/mailer');
const { fill } = require('../src/template');

const ann = { name: 'Ann', email: 'ann@example.com' };
const bob = { name: 'Bob', email: 'Bob@Example.com ' };
const cleo = { name: 'Cleo', email: 'cleo@example.com', optedOut: true };

describe('fill', () => {
  it.each([
    ['Hello {{name}}', { name: 'Ann' }, 'Hello Ann'],
    ['{{ name | upper }}!', { name: 'Ann' }, 'ANN!'],
    ['{{price|money}}', { price: 1999 }, '19.99 EUR'],
    ['{{a.b.c}}', { a: { b: { c: 7 } } }, '7'],
    ['{{names|list}}', { names: ['a'] }, 'a'],
    ['{{names|list}}', { names: ['a', 'b', 'c'] }, 'a, b and c'],
    ['{{names|list|upper}}', { names: ['x', 'y'] }, 'X AND Y'],
    ['no braces', {}, 'no braces'],
  ])('makes of %s with %j: %s', (template, values, expected) => {
    expect(fill(template, values)).toBe(expected);
  });

  it('needs all values', () => {
    expect(() => fill('{{first}} {{last}}', { first: 'Ann' })).toThrow('no value for last');
  });
});

describe('createMailer', () => {
  let transport;
  let log;
  let mailer;

  beforeEach(() => {
    transport = { send: jest.fn().mockResolvedValue(undefined) };
    log = jest.fn();
    mailer = createMailer({ transport, log, attempts: 3 });
  });

  afterEach(() => {
    jest.clearAllMocks();
  });

  const subjects = () => transport.send.mock.calls.map(([mail]) => mail.subject);

  it('sends one mail to each person', async () => {
    await mailer.send('welcome', [ann, bob]);
    expect(transport.send).toHaveBeenCalledTimes(2);
    expect(subjects()).toEqual(['Welcome, Ann', 'Welcome, Bob']);
  });

  it('leaves out people that have opted out, and doubles', async () => {
    const again = { ...bob, email: 'bob@example.COM' };
    const count = await mailer.send('welcome', [ann, cleo, bob, again, ann]);
    expect(count).toBe(2);
    expect(mailer.count('cleo@example.com')).toBe(0);
  });

  it('fills the invoice', async () => {
    const items = ['pen', 'ink', 'paper'];
    await mailer.send('invoice', [bob], { number: 4711, items, sum: 2350 });
    expect(transport.send).toHaveBeenCalledWith(
      {
        from: 'shop@example.com',
        to: 'bob@example.com',
        subject: 'Invoice 4711',
        body: 'pen, ink and paper: 23.50 EUR',
      },
      { attempt: 1 },
    );
  });

  describe('when mails bounce', () => {
    const bounce = new Error('mailbox full');

    it('tries again', async () => {
      transport.send.mockRejectedValueOnce(bounce).mockRejectedValueOnce(bounce);
      await mailer.send('welcome', [ann]);
      const attempts = transport.send.mock.calls.map(([, { attempt }]) => attempt);
      expect(attempts).toEqual([1, 2, 3]);
      expect(log).toHaveBeenCalledWith('again', 'ann@example.com', 'mailbox full');
      expect(log).toHaveBeenLastCalledWith('sent', 'ann@example.com', 'Welcome, Ann');
    });

    it('gives up in the end', async () => {
      transport.send.mockRejectedValue(bounce);
      await expect(mailer.send('welcome', [ann, bob])).rejects.toThrow('mailbox full');
      expect(transport.send).toHaveBeenCalledTimes(3);
    });

    it('counts what arrived', async () => {
      transport.send.mockRejectedValueOnce(bounce);
      await mailer.send('welcome', [ann, bob]);
      await mailer.send('invoice', [ann], { number: 1, items: ['pen'], sum: 100 });
      const counts = [ann, bob, cleo].map(({ email }) => [email.trim(), mailer.count(email.trim())]);
      expect(counts).toEqual([
        ['ann@example.com', 2],
        ['Bob@Example.com', 1],
        ['cleo@example.com', 0],
      ]);
    });
  });
});
