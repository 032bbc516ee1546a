"""The pure logic of tournaments: pairings, results and standings."""
